import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { field, newestPrompt, type ScriptedReply, scriptedReply, textOf } from './reply-script.ts';

/** One request as it arrived. */
export interface ModelRequest {
  readonly path: string;
  /** False for the host's side calls (titles, token counts). */
  readonly conversation: boolean;
  /** The newest scripted text of the user. */
  readonly prompt: string;
  /** Everything the conversation says to the model, without the system prompt and the tools. */
  readonly text: string;
  readonly body: unknown;
}

/** A stand-in for the Anthropic Messages API, on loopback, inside this process. */
export interface MockModel extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
}

/** Starts the mock on a free port. What it answers is said by the prompts: see {@link scriptedReply}. */
export async function startMockModel(): Promise<MockModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response, requests);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  requests: ModelRequest[],
): Promise<void> {
  const raw = await readText(request);
  const body: unknown = raw.startsWith('{') ? JSON.parse(raw) : {};
  const path = (request.url ?? '').split('?')[0] ?? '';
  const conversation = isConversation(path, body);
  requests.push({ path, conversation, prompt: newestPrompt(body), text: textOf(body), body });
  if (path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: 1200 });
  if (!path.endsWith('/messages')) return sendJson(response, 404, failure('not_found_error', path));
  const reply = scriptedReply(body);
  if (!(await waited(reply.delay, response))) return;
  if (reply.status !== null) {
    return sendJson(response, reply.status, failure('api_error', `scripted ${reply.status}`));
  }
  const message = messageOf(body, reply);
  return field(body, 'stream') === true
    ? sendStream(response, message)
    : sendJson(response, 200, message);
}

/** Requests of the main conversation carry the shell tool; side calls carry no tools. */
const isConversation = (path: string, body: unknown): boolean =>
  path.endsWith('/messages') && hasShell(body);

function hasShell(body: unknown): boolean {
  const tools = field(body, 'tools');
  return Array.isArray(tools) && tools.some((tool) => field(tool, 'name') === 'Bash');
}

/** False when the host hung up while it waited, as it does when the user interrupts. */
async function waited(delay: number, response: ServerResponse): Promise<boolean> {
  const hungUp = new AbortController();
  response.once('close', () => hungUp.abort());
  return sleep(delay, true, { signal: hungUp.signal }).catch(() => false);
}

const failure = (type: string, message: string) => ({ type: 'error', error: { type, message } });

type ContentBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, string>>;
    };

interface Message {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: unknown;
  readonly content: readonly ContentBlock[];
  readonly stop_reason: 'tool_use' | 'end_turn';
  readonly stop_sequence: null;
  readonly usage: Readonly<Record<string, number>>;
}

function messageOf(body: unknown, reply: ScriptedReply): Message {
  const command = hasShell(body) ? reply.command : null;
  const last: ContentBlock =
    command === null
      ? { type: 'text', text: reply.text || 'ack' }
      : {
          type: 'tool_use',
          id: `toolu_${randomUUID()}`,
          name: 'Bash',
          input: { command, description: 'scripted' },
        };
  const thinking = reply.thinking.map(
    (text): ContentBlock => ({ type: 'thinking', thinking: text, signature: 'c2ln' }),
  );
  return {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model: field(body, 'model'),
    content: [...thinking, last],
    stop_reason: command === null ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1200, output_tokens: 20 },
  };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Server-sent events in the order of https://docs.anthropic.com/en/api/messages-streaming. */
function sendStream(response: ServerResponse, message: Message): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of message.content.entries()) {
    const { empty, deltas } = streamed(block);
    send('content_block_start', { index, content_block: empty });
    for (const delta of deltas) send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  const { stop_reason, stop_sequence, usage } = message;
  send('message_delta', { delta: { stop_reason, stop_sequence }, usage });
  send('message_stop', {});
  response.end();
}

function streamed(block: ContentBlock): { readonly empty: object; readonly deltas: object[] } {
  switch (block.type) {
    case 'text':
      return { empty: { type: 'text', text: '' }, deltas: [{ ...block, type: 'text_delta' }] };
    case 'thinking':
      return {
        empty: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block.thinking },
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'tool_use':
      return {
        empty: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }],
      };
    default:
      return block satisfies never;
  }
}
