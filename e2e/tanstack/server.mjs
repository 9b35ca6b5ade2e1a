// A TanStack AI agent over AG-UI, with a scripted model behind it. It listens
// on a free loopback port and prints its URL; standard input's end stops it.
import http from 'node:http';
import { Readable } from 'node:stream';
import { chat, chatParamsFromRequestBody, mergeAgentTools, toolDefinition, toServerSentEventsResponse } from '@tanstack/ai';
import { createOpenaiChatCompletions } from '@tanstack/ai-openai';
import { z } from 'zod';
import { model } from './model.mjs';

const baseURL = await model();
const tools = [
  toolDefinition({
    name: 'weather', description: 'The weather of a city', inputSchema: z.object({ city: z.string() }),
  }).server(async ({ city }) => ({ city, sky: 'clear ☀️' })),
  toolDefinition({
    name: 'send_mail', description: 'Sends a mail', needsApproval: true,
    inputSchema: z.object({ to: z.string(), subject: z.string() }),
  }).server(async (mail) => ({ sent: true, ...mail })),
];

async function run(req, res) {
  let body = '';
  for await (const part of req) body += part;
  const p = await chatParamsFromRequestBody(JSON.parse(body));
  const abortController = new AbortController();
  res.on('close', () => {
    if (!res.writableEnded) console.log('closed');
    abortController.abort();
  });
  const stream = chat({
    adapter: createOpenaiChatCompletions('gpt-5.2', 'no-key', { baseURL, maxRetries: 0 }),
    messages: p.messages, tools: mergeAgentTools(tools, p.tools),
    threadId: p.threadId, runId: p.runId, parentRunId: p.parentRunId, resume: p.resume, abortController,
  });
  const answer = toServerSentEventsResponse(stream, { abortController });
  res.writeHead(answer.status, Object.fromEntries(answer.headers));
  Readable.fromWeb(answer.body).on('error', () => res.destroy()).pipe(res);
}

const server = http.createServer((req, res) => run(req, res).catch((e) => {
  if (!res.headersSent) res.writeHead(400, { 'content-type': 'text/plain' });
  res.end(String(e?.message ?? e));
}));
server.listen(0, '127.0.0.1', () => console.log(`listening http://127.0.0.1:${server.address().port}/chat`));
process.stdin.resume().on('end', () => process.exit(0));
