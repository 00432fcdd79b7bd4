import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Description } from '../emulator/contract.test-support.ts';
import { recordOf } from '../emulator/router.test-support.ts';

type Json = Readonly<Record<string, unknown>>;

/** An answer: GitHub's own example with some members replaced (a list is replaced whole), or a refusal. */
export type Script = { readonly with: Json | readonly Json[] } | { readonly status: number };

/** Routes without their method, which is always GET. */
export type Scripts = Readonly<Record<string, Script>>;

const description = new Description();
const document: Json = JSON.parse(
  readFileSync(new URL(import.meta.resolve('@octokit/openapi/generated/api.github.com.json')), 'utf8'),
);

/** A GitHub that answers as it is told, in the shapes of GitHub's own description; for what the emulator has not. */
export class ScriptedGithub {
  readonly url: string;
  /** What was asked, with the kind of its credentials. */
  readonly asked: string[] = [];
  /** Where an answer was not in the described shape: a fault of the test. */
  readonly faults: string[] = [];
  private readonly server: Server;

  private constructor(server: Server, url: string) {
    this.server = server;
    this.url = url;
  }

  static async start(scripts: Scripts): Promise<ScriptedGithub> {
    const server = createServer((request, response) => {
      const path = request.url?.split('?', 1)[0] ?? '';
      github.asked.push(`${path} ${request.headers.authorization?.split(' ', 1)[0] ?? 'nobody'}`);
      const { status, body } = github.answer(scripts, path);
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : '';
    const github = new ScriptedGithub(server, `http://127.0.0.1:${port}`);
    return github;
  }

  async stop(): Promise<void> {
    await new Promise(resolve => this.server.close(resolve));
  }

  private answer(scripts: Scripts, path: string): { status: number; body: unknown } {
    const found = Object.entries(scripts).find(([route]) => patternOf(route).test(path));
    if (found === undefined) return { status: 404, body: { message: 'Not Found' } };
    const [route, script] = found;
    if ('status' in script) return { status: script.status, body: { message: 'No' } };
    const { with: change } = script;
    const body = Array.isArray(change) ? change : { ...recordOf(exampleOf(route)), ...change };
    const faults = description.faultsOfAnswer({ route: `GET ${route}`, status: 200, body });
    this.faults.push(...faults.map(fault => `${route}: ${fault}`));
    return { status: 200, body };
  }
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/** The first example that GitHub gives of an answer. */
export function exampleOf(route: string): unknown {
  const content = ['get', 'responses', '200', 'content', 'application/json', 'examples'];
  const [first] = Object.values(recordOf(at(['paths', route, ...content])));
  const reference = recordOf(first).$ref;
  return recordOf(typeof reference === 'string' ? at(reference.slice(2).split('/')) : first).value;
}

function at(pointer: readonly string[]): unknown {
  return pointer.reduce<unknown>((value, key) => recordOf(value)[key], document);
}
