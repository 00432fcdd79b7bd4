import { createHmac, randomUUID } from 'node:crypto';
import type { AppInfo, Json } from './world.test-support.ts';

/** One webhook as it was sent, or waits to be. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly action: string | null;
  readonly payload: Json;
  /** What each attempt came back with: the status, or 0 where nobody answered. */
  readonly attempts: number[];
}

/** Who takes the webhooks: a URL, or what stands behind one. */
export type Receiver = string | ((request: SignedRequest) => Promise<unknown>);

export interface SignedRequest {
  readonly id: string;
  readonly name: string;
  readonly payload: string;
  readonly signature: string;
}

/** The webhooks of the App: signed, one after another, each awaited; held back and mixed by a test. */
export class Deliveries {
  /** Every webhook that was made, in that order, sent or not. */
  readonly all: Delivery[] = [];
  private readonly waiting: Delivery[] = [];
  private receiver: Receiver | null;
  private held = false;
  private pump: Promise<void> = Promise.resolve();
  private readonly app: AppInfo;
  private readonly secret: string;
  private readonly installation: Json;

  constructor(app: AppInfo, secret: string, installation: Json, receiver: Receiver | null) {
    this.app = app;
    this.secret = secret;
    this.installation = installation;
    this.receiver = receiver;
  }

  /** Where webhooks go from now on. Without a receiver they are only recorded. */
  connect(receiver: Receiver | null): void {
    this.receiver = receiver;
  }

  /** Makes a webhook of an event, where the App asked for such events. */
  make(event: string, payload: Json): void {
    if (!this.app.events.includes(event)) return;
    const action = typeof payload.action === 'string' ? payload.action : null;
    const full = { ...payload, installation: this.installation };
    const delivery = { id: randomUUID(), event, action, payload: structuredClone(full), attempts: [] };
    this.all.push(delivery);
    if (this.held) this.waiting.push(delivery);
    else this.enqueue(delivery);
  }

  /** From now on webhooks wait. */
  hold(): void {
    this.held = true;
  }

  get pending(): readonly Delivery[] {
    return this.waiting;
  }

  /** Sends what waits, in the order that a test makes of it (what it leaves out is lost), and holds no more. */
  async release(order: (waiting: readonly Delivery[]) => readonly Delivery[] = same => same): Promise<void> {
    const waiting = this.waiting.splice(0);
    this.held = false;
    for (const delivery of order(waiting)) this.enqueue(delivery);
    await this.settle();
  }

  /** Sends a webhook again, under its own id, as the button on GitHub does. */
  async redeliver(delivery: Delivery): Promise<void> {
    this.enqueue(delivery);
    await this.settle();
  }

  /** Sends several at once, as two servers of GitHub may. */
  async together(deliveries: readonly Delivery[]): Promise<void> {
    await Promise.all(deliveries.map(delivery => this.send(delivery)));
    await this.settle();
  }

  /** Waits until every webhook, and every one that came of it, was answered. */
  async settle(): Promise<void> {
    for (let seen: Promise<void> | null = null; seen !== this.pump; ) {
      seen = this.pump;
      await seen;
    }
  }

  private enqueue(delivery: Delivery): void {
    // Not at once: the answer to the request that caused it goes out first.
    this.pump = this.pump
      .then(() => new Promise(resolve => setImmediate(resolve)))
      .then(() => this.send(delivery));
  }

  private async send(delivery: Delivery): Promise<void> {
    const { receiver } = this;
    if (receiver === null) return;
    const payload = JSON.stringify(delivery.payload);
    const signature = `sha256=${createHmac('sha256', this.secret).update(payload).digest('hex')}`;
    try {
      delivery.attempts.push(await this.offer(receiver, delivery, payload, signature));
    } catch {
      delivery.attempts.push(0);
    }
  }

  private async offer(receiver: Receiver, delivery: Delivery, payload: string, signature: string) {
    const { id, event } = delivery;
    if (typeof receiver !== 'string') {
      await receiver({ id, name: event, payload, signature });
      return 200;
    }
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': 'GitHub-Hookshot/emulated' },
      ...{ 'x-github-delivery': id, 'x-github-event': event, 'x-hub-signature-256': signature },
      'x-github-hook-installation-target-id': String(this.app.id),
      'x-github-hook-installation-target-type': 'integration',
    };
    const response = await fetch(receiver, { method: 'POST', headers, body: payload });
    return response.status;
  }
}
