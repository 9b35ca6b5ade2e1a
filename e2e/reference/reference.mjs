// Plays streams through the reference client: one JSON object a line comes in,
// its answer goes out. Nothing but the network is replaced: a response's body
// is handed to HttpAgent one frame at a time, and the next frame only when all
// that the last one caused is done.
import { createInterface } from "node:readline";

process.env.SUPPRESS_TRANSFORMATION_WARNINGS = "true";
console.warn = console.error = () => {};
process.on("unhandledRejection", () => {});

const { HttpAgent } = await import("@ag-ui/client");
const settled = () => new Promise((done) => setImmediate(done));
const bytes = new TextEncoder();

// exchange sends one request and plays its answer.
async function exchange(agent, runId, frames) {
  let body, request, over = false;
  let at = -1, failed = null;
  const events = [];
  agent.fetch = async (_url, init) => {
    request = JSON.parse(init.body);
    const stream = new ReadableStream({ start: (c) => { body = c; } });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  };
  const resume = agent.pendingInterrupts.map((i) => ({ interruptId: i.id, status: "cancelled" }));
  const run = agent
    .runAgent({ runId, ...(resume.length > 0 && { resume }) }, {
      onEvent: ({ event }) => { events.push(structuredClone(event)); },
      onRunFailed: () => { failed = at; },
    })
    .catch(() => { failed ??= at; })
    .finally(() => { over = true; });
  while (body === undefined && !over) await settled();
  for (at = 0; at < frames.length && !over; at++) {
    body.enqueue(bytes.encode(`data: ${frames[at]}\n\n`));
    await settled();
    if (failed !== null) break;
  }
  if (failed === null && !over) body?.close();
  await run;
  return {
    failed, request: request ?? null, events,
    messages: agent.messages, state: agent.state, interrupts: agent.pendingInterrupts,
  };
}

async function play(stream) {
  const agent = new HttpAgent({
    url: "http://127.0.0.1:1/", threadId: "t",
    initialMessages: stream.messages, initialState: stream.state,
  });
  const answers = [];
  for (const [i, e] of stream.exchanges.entries()) {
    if (e.say) agent.messages = [...agent.messages, e.say];
    answers.push(structuredClone(await exchange(agent, `q${i + 1}`, e.frames)));
  }
  return answers;
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let answer;
  try {
    answer = JSON.stringify({ answers: await play(JSON.parse(line)) });
  } catch (error) {
    answer = JSON.stringify({ error: String(error?.stack ?? error) });
  }
  process.stdout.write(answer + "\n");
}
