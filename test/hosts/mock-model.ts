import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropicMessages } from './anthropic-messages.ts';
import type { ModelAnswer, ModelApi, StreamEvent } from './model-api.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import {
  field,
  isSideCall,
  newestPrompt,
  type ScriptedReply,
  type SpellOut,
  scriptedReply,
  textOf,
} from './reply-script.ts';

/** One request as it arrived. */
export interface ModelRequest {
  readonly path: string;
  /** False for the host's side calls (titles, summaries, status lines, token counts). */
  readonly conversation: boolean;
  /** The newest scripted text of the user. */
  readonly prompt: string;
  /** Everything the conversation says to the model, without the system prompt and the tools. */
  readonly text: string;
  readonly body: unknown;
}

/** A stand-in for the APIs of three vendors, on loopback, inside this process. */
export interface MockModel extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Lets the next answer claim so many input tokens, as if the conversation had grown to that. */
  claimOnce(inputTokens: number): void;
  /** The steps of conversations that go on from another: the first one's, the second one's and so on. */
  scriptSuccessors(...scripts: readonly string[]): void;
}

const APIS: readonly (readonly [end: string, api: ModelApi])[] = [
  ['/messages', anthropicMessages],
  ['/responses', openaiResponses],
  ['/chat/completions', openaiChat],
];

const INPUT_TOKENS = 1200;

/** Starts the mock on a free port. What it answers is said by the prompts: see {@link scriptedReply}. */
export async function startMockModel(): Promise<MockModel> {
  const requests: ModelRequest[] = [];
  let claim = INPUT_TOKENS;
  const takeClaim = (reply: ScriptedReply): number => {
    const taken = reply.claim ?? claim;
    claim = INPUT_TOKENS;
    return taken;
  };
  const successors = successorScripts();
  const server = createServer((request, response) => {
    void serve(request, response, { requests, takeClaim, spelledOut: successors.spelledOut });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    claimOnce(inputTokens) {
      claim = inputTokens;
    },
    scriptSuccessors: successors.script,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Serving {
  readonly requests: ModelRequest[];
  readonly takeClaim: (reply: ScriptedReply) => number;
  readonly spelledOut: SpellOut;
}

/** The prompt that a successor is launched with says nothing but that it is one. */
const SUCCESSOR = /^Throughline auto-handoff ([0-9a-f-]{36})/;

function successorScripts() {
  const known: string[] = [];
  let scripts: readonly string[] = [];
  const spelledOut: SpellOut = (text) => {
    const id = SUCCESSOR.exec(text)?.[1];
    if (id === undefined) return text;
    if (!known.includes(id)) known.push(id);
    return scripts[known.indexOf(id)] ?? text;
  };
  return {
    spelledOut,
    script(...wanted: readonly string[]) {
      scripts = wanted;
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { requests, takeClaim, spelledOut }: Serving,
): Promise<void> {
  const raw = await readText(request);
  const body: unknown = raw.startsWith('{') ? JSON.parse(raw) : {};
  const path = (request.url ?? '').split('?')[0] ?? '';
  const api = APIS.find(([end]) => path.endsWith(end))?.[1];
  const hasShell = api?.toolNames(body).includes(api.shell) === true;
  const conversation = hasShell && !isSideCall(body);
  requests.push({ path, conversation, prompt: newestPrompt(body), text: textOf(body), body });
  if (path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: 1200 });
  if (path.endsWith('/models')) return sendJson(response, 200, { object: 'list', data: [] });
  if (api === undefined) return sendJson(response, 404, failure('not_found_error', path));
  const reply = scriptedReply(body, spelledOut);
  if (!(await waited(reply.delay, response))) return;
  if (reply.status !== null) {
    return sendJson(response, reply.status, failure('api_error', `scripted ${reply.status}`));
  }
  const tools = hasShell ? {} : { command: null, task: null };
  const inputTokens = conversation ? takeClaim(reply) : INPUT_TOKENS;
  const answer: ModelAnswer = { ...reply, ...tools, inputTokens };
  return field(body, 'stream') === true
    ? sendStream(response, api.stream(body, answer))
    : sendJson(response, 200, api.whole(body, answer));
}

/** False when the host hung up while it waited, as it does when the user interrupts. */
async function waited(delay: number, response: ServerResponse): Promise<boolean> {
  const hungUp = new AbortController();
  response.once('close', () => hungUp.abort());
  return sleep(delay, true, { signal: hungUp.signal }).catch(() => false);
}

const failure = (type: string, message: string) => ({ type: 'error', error: { type, message } });

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function sendStream(response: ServerResponse, events: readonly StreamEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { name, data } of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${name === null ? '' : `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}
