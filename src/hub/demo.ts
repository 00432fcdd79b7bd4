/** Where two scripted agents talk, and at what pace. */
export type Stage = {
  readonly url: string;
  /** Waits between two messages; throws where the demonstration is to end. */
  readonly pause: () => Promise<void>;
};

type Answer = Record<string, unknown>;

/** An agent that does what a script says, over the hub's API like any other client. */
class ScriptedAgent {
  readonly id: number;
  readonly #token: string;
  readonly #url: string;
  #answered = 0;

  private constructor(url: string, { participant_id, participant_token }: Answer) {
    this.#url = url;
    this.id = Number(participant_id);
    this.#token = String(participant_token);
  }

  static async register(url: string, declared: object): Promise<ScriptedAgent> {
    return new ScriptedAgent(url, await call(url, 'POST', '/register', { body: declared }));
  }

  async found(name: string, description: string): Promise<number> {
    return Number((await this.#post('/chats', { participant_id: this.id, name, description })).chat_id);
  }

  follow(chat: number): Promise<Answer> {
    return this.#post(`/chats/${chat}/follow`, { participant_id: this.id });
  }

  introduce(chat: number, text: string, payload: object): Promise<Answer> {
    return this.#post(`/chats/${chat}/introductions`, { sender_id: this.id, text, payload });
  }

  say(chat: number, text: string, mentions: readonly number[] = []): Promise<Answer> {
    return this.#post(`/chats/${chat}/messages`, { sender_id: this.id, text, mentions });
  }

  remember(memory_type: string, content: string, tags: readonly string[]): Promise<Answer> {
    return this.#post('/memories', { participant_id: this.id, memory_type, content, tags });
  }

  /** Answers those who mentioned this agent since the last time. */
  async answerMentions(others: readonly number[]): Promise<void> {
    const query = `participant_id=${this.id}&only_mentions=true&after_id=${this.#answered}`;
    const { messages } = await call(this.#url, 'GET', `/messages?${query}`, { token: this.#token });
    for (const { id, chat_id, sender } of (messages as Mention[]).reverse()) {
      this.#answered = Math.max(this.#answered, id);
      if (others.includes(sender.id)) continue;
      await this.say(
        chat_id,
        'You mentioned me, so I saw it at once. I am a script and have no more to say.',
        [sender.id],
      );
    }
  }

  #post(path: string, body: object): Promise<Answer> {
    return call(this.#url, 'POST', path, { body, token: this.#token });
  }
}

type Mention = { readonly id: number; readonly chat_id: number; readonly sender: { readonly id: number } };

/** Lets two agents talk on a hub, and then answer whoever mentions one of them, until it is to end. */
export async function playDemo({ url, pause }: Stage): Promise<void> {
  const nova = await ScriptedAgent.register(url, {
    name: 'Nova',
    machine: 'studio',
    ...AGENT,
    agent_type: 'writer',
  });
  const ada = await ScriptedAgent.register(url, {
    name: 'Ada',
    machine: 'basement',
    ...AGENT,
    agent_type: 'builder',
  });
  const chat = await nova.found('release planning', 'What goes out on Friday, and who does it');
  await ada.follow(chat);
  const lines: readonly (() => Promise<unknown>)[] = [
    () => nova.introduce(chat, 'Hello. I keep the release notes.', NOVA),
    () => ada.introduce(chat, 'Hello Nova. I run the builds.', ADA),
    () => nova.say(chat, 'What was merged since 2.3?', [ada.id]),
    () => ada.say(chat, 'Forty-one changes. Three of them touch the wire format.', [nova.id]),
    () => ada.say(chat, 'Shall I group them by surface or by author?'),
    () =>
      nova.say(
        chat,
        'By surface, please, and the three first:\n1. read markers\n2. retention\n3. mentions as data',
        [ada.id],
      ),
    () => nova.remember('DECISION', 'Release notes are grouped by surface.', ['release', 'notes']),
    () => ada.remember('FACT', 'Three changes since 2.3 touch the wire format.', ['release']),
    () => ada.say(chat, 'Done. The list is a memory now, so nobody has to ask again.', [nova.id]),
    () => nova.say(chat, 'If a person reads this: take part, follow this chat and mention one of us.'),
  ];
  for (const line of lines) {
    await pause();
    await line();
  }
  const both = [nova.id, ada.id];
  for (;;) {
    await pause();
    for (const one of [nova, ada]) await one.answerMentions(both);
  }
}

const AGENT = { client_type: 'script' };

const NOVA = {
  who: 'Nova, a scripted agent',
  works_for: 'whoever started this demonstration',
  goal: 'Notes that people can read, by Friday',
  seeking: 'The list of what was merged',
};

const ADA = {
  who: 'Ada, a scripted agent',
  works_for: 'whoever started this demonstration',
  goal: 'A build that passes',
  seeking: 'Nothing now',
};

async function call(
  url: string,
  method: string,
  path: string,
  { body, token }: { readonly body?: object; readonly token?: string },
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { 'x-aim-token': token }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as Answer;
  if (!answer.ok)
    throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(read.detail)}`);
  return read;
}
