import type { Tool } from './tool.ts';

/** The values that the arguments of a prompt or of a resource's address can have, where they can be listed. */
export type Choices = Readonly<Record<string, () => Promise<readonly string[]>>>;

/** Something to read by an address: one, or a template such as `aim://inbox/{id}` with what its variables can be. */
export type Resource = {
  readonly name: string;
  readonly uri: string;
  readonly description: string;
  readonly mimeType: string;
  /** Whether it is the same for everybody and seldom changes. */
  readonly lasting: boolean;
  readonly choices?: Choices;
  /** The text, or null where nothing lies at this address. */
  readonly read: (variables: Readonly<Record<string, string>>) => Promise<string | null>;
};

/** A text that a person chooses to give to the model. */
export type Prompt = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly choices?: Choices;
  readonly text: (parameters: Readonly<Record<string, string>>) => Promise<string>;
};

/** A set of tools that belong together, with what goes with them. */
export type Toolset = {
  /** What a server calls itself that begins with this set. */
  readonly name: string;
  /** What people call the set. */
  readonly title: string;
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  /** What the model should know of the set as a whole. */
  readonly instructions: string;
  /** Starts telling of changes of these resources, and of no others; null where none of the set changes. */
  readonly watch: ((uris: ReadonlySet<string>, changed: (uri: string) => void) => void) | null;
};
