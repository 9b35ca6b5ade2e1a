// A scripted model with the OpenAI chat-completions interface: what it says
// depends on the last message alone, so every run is the same.
import http from 'node:http';

const piece = (delta, finish = null) => ({
  id: 'script', object: 'chat.completion.chunk', created: 0, model: 'scripted',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

const say = (text) => [
  ...text.match(/.{1,7}/gsu).map((t) => piece({ content: t })),
  piece({}, 'stop'),
];

const call = (id, name, args) => {
  const text = JSON.stringify(args);
  const cut = Math.ceil(text.length / 2);
  return [
    piece({ tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: '' } }] }),
    piece({ tool_calls: [{ index: 0, function: { arguments: text.slice(0, cut) } }] }),
    piece({ tool_calls: [{ index: 0, function: { arguments: text.slice(cut) } }] }),
    piece({}, 'tool_calls'),
  ];
};

// The script: what the last message asks for.
function answer(messages) {
  const last = messages.at(-1);
  const text = typeof last.content === 'string' ? last.content : JSON.stringify(last.content);
  if (last.role === 'tool') return say(`The tool said: ${text}`);
  if (text.includes('weather')) return call('call_weather', 'weather', { city: 'Seoul 🌦️' });
  if (text.includes('mail')) return call('call_mail', 'send_mail', { to: 'a@example.org', subject: '안녕' });
  if (text.includes('slow')) return [...Array(200).keys()].map((i) => piece({ content: `word${i} ` }));
  return say('Hello from a **real** server 👩🏽‍💻.');
}

// model starts the model and returns its base URL.
export function model() {
  const server = http.createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += part;
    const { messages } = JSON.parse(body || '{"messages":[{"role":"user","content":""}]}');
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const slow = JSON.stringify(messages.at(-1)).includes('slow');
    for (const p of answer(messages)) {
      if (res.destroyed) return;
      res.write(`data: ${JSON.stringify(p)}\n\n`);
      if (slow) await new Promise((r) => setTimeout(r, 50));
    }
    res.end('data: [DONE]\n\n');
  });
  return new Promise((done) => server.listen(0, '127.0.0.1',
    () => done(`http://127.0.0.1:${server.address().port}/v1`)));
}
