import {
  type CallToolResult,
  type McpRequestContext,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type StandardSchemaWithJSON,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/mini';
import { answerText, refusal } from './answer.ts';
import { complete, offersChoices } from './completion.ts';
import { Subscriptions } from './subscriptions.ts';
import { inputJsonSchema, readArguments, type Tool } from './tool.ts';
import type { Prompt, Resource, Toolset } from './toolset.ts';
import { VERSION } from './version.ts';

/** How long a client may keep what only a new version of this software changes. */
const LASTING = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Which generation of the protocol a client speaks. */
type Generation = Pick<McpRequestContext, 'era'>;

/** Makes servers of some sets of tools, one for each connection or request; they share nothing but what the sets share. */
export function serverFactory(sets: readonly Toolset[]): (context?: Generation) => McpServer {
  return context => {
    const server = new McpServer(
      { ...nameOf(sets), version: VERSION },
      {
        capabilities: capabilitiesOf(sets, context?.era ?? 'legacy'),
        instructions: sets.map(set => set.instructions).join('\n\n'),
        cacheHints: {
          'tools/list': LASTING,
          'prompts/list': LASTING,
          'resources/list': LASTING,
          'resources/templates/list': LASTING,
          'server/discover': LASTING,
        },
      },
    );
    for (const set of sets) {
      for (const tool of set.tools) addTool(server, tool);
      for (const resource of set.resources) addResource(server, resource);
      for (const prompt of set.prompts) addPrompt(server, prompt);
    }
    if (offersChoices(sets))
      server.server.setRequestHandler('completion/complete', async ({ params }) => {
        const completion = await complete(sets, params);
        if (completion !== null) return { completion };
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt or resource');
      });
    if (sets.some(set => set.watch !== null)) {
      // The subscriptions themselves are seen on the wire, in both generations of the protocol
      server.server.setRequestHandler('resources/subscribe', () => ({}));
      server.server.setRequestHandler('resources/unsubscribe', () => ({}));
    }
    return server;
  };
}

/** Serves on standard input and output until the client leaves. What goes wrong beside the protocol is given to `report`. */
export async function serveOnStdio(sets: readonly Toolset[], report: (error: Error) => void): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let server: McpServer | null = null;
  const make = serverFactory(sets);
  const changed = (uri: string) => void server?.server.sendResourceUpdated({ uri }).catch(report);
  const subscriptions = new Subscriptions(uris => {
    for (const set of sets) set.watch?.(uris, changed);
  });
  serveStdio(
    context => {
      server = make(context);
      return server;
    },
    { transport: observed(new StdioServerTransport(), subscriptions, end), onerror: report },
  );
  await ended;
  subscriptions.clear();
}

/** A transport whose messages are also shown to the subscriptions, and whose end is told. */
function observed(wire: Transport, subscriptions: Subscriptions, end: () => void): Transport {
  const outer: Transport = {
    start: () => {
      wire.onmessage = (message, extra) => {
        subscriptions.see(message);
        outer.onmessage?.(message, extra);
      };
      wire.onerror = error => outer.onerror?.(error);
      wire.onclose = () => {
        outer.onclose?.();
        end();
      };
      return wire.start();
    },
    send: (message, options) => wire.send(message, options),
    close: () => wire.close(),
  };
  return outer;
}

/** What a server of these sets is called: by its first set for machines, by all of them for people. */
function nameOf(sets: readonly Toolset[]): { name: string; title: string } {
  return { name: sets[0]?.name ?? 'aimf_mcp', title: sets.map(set => set.title).join(' and ') };
}

function capabilitiesOf(sets: readonly Toolset[], era: Generation['era']) {
  const watches = sets.some(set => set.watch !== null);
  return {
    tools: { listChanged: false },
    // Clients before 2026-07-28 may set a level of logging, which is then kept and never needed
    ...(era === 'legacy' ? { logging: {} } : {}),
    ...(sets.some(set => set.resources.length > 0)
      ? { resources: { listChanged: false, subscribe: watches } }
      : {}),
    ...(sets.some(set => set.prompts.length > 0) ? { prompts: { listChanged: false } } : {}),
    ...(offersChoices(sets) ? { completions: {} } : {}),
  };
}

function addTool(server: McpServer, tool: Tool): void {
  const annotations = {
    readOnlyHint: tool.readOnly,
    destructiveHint: false,
    idempotentHint: tool.idempotent,
    openWorldHint: false,
  };
  const { description, input } = tool;
  const inputSchema = standardSchema(input);
  server.registerTool(tool.name, { description, inputSchema, annotations }, args => called(tool, args));
}

async function called(tool: Tool, args: unknown): Promise<CallToolResult> {
  const answer = await tool.run(args as never).catch(refusal);
  return { content: [{ type: 'text', text: answerText(answer) }] };
}

/** A schema as the library wants it, with our reading of arguments and our form of JSON Schema. */
function standardSchema(schema: z.ZodMiniType): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'aimf',
      validate: value => readArguments(schema, value),
      jsonSchema: { input: () => inputJsonSchema(schema), output: () => inputJsonSchema(schema) },
    },
  };
}

function addResource(server: McpServer, resource: Resource): void {
  const { name, uri, description, mimeType } = resource;
  const config = { description, mimeType, ...(resource.lasting ? { cacheHint: LASTING } : {}) };
  const read = async (address: URL, variables: Readonly<Record<string, string>>) => {
    const text = await resource.read(variables);
    if (text === null) throw new ResourceNotFoundError(address.href);
    return { contents: [{ uri: address.href, mimeType, text }] };
  };
  if (!uri.includes('{')) {
    server.registerResource(name, uri, config, address => read(address, {}));
    return;
  }
  const template = new ResourceTemplate(uri, { list: undefined });
  server.registerResource(name, template, config, (address, variables) =>
    read(
      address,
      Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, [value].flat().join('/')])),
    ),
  );
}

function addPrompt(server: McpServer, { name, description, parameters, text }: Prompt): void {
  const shape = Object.entries(parameters).map(([key, about]) => [
    key,
    z.optional(z.string().check(z.meta({ description: about }))),
  ]);
  const argsSchema = z.object(Object.fromEntries(shape));
  const give = async (given: Readonly<Record<string, string>>) => ({
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: await text(given) } }],
  });
  if (shape.length === 0) server.registerPrompt(name, { description }, () => give({}));
  else
    server.registerPrompt(name, { description, argsSchema: standardSchema(argsSchema) }, given =>
      give(given as Record<string, string>),
    );
}
