import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestBrowser, View, Visit } from '../../site/browser.test-support.ts';
import type { Answer, Person, TestHub } from '../hub.test-support.ts';

/** Opens the page and waits until it has heard of the hub. */
export async function openUi(browser: TestBrowser, url: string, view: View = {}): Promise<Visit> {
  const visit = await browser.visit(`${url}/ui`, view);
  await visit.page.locator('#hub-version').filter({ hasText: '.' }).waitFor();
  return visit;
}

/** Opens a chat from the list, and waits for what is in it. */
export async function openChat(page: Page, name: string): Promise<void> {
  await page.locator('#chats a').filter({ hasText: name }).click();
  await page.locator('#chat-name').filter({ hasText: name }).waitFor();
}

/** Becomes a participant, in a chat that is open. */
export async function takePart(page: Page, name: string): Promise<void> {
  await page.click('#take-part');
  await page.getByLabel('Display name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Take part' }).click();
}

/** Takes part and follows the chat that is open. */
export async function join(page: Page, name: string): Promise<void> {
  await takePart(page, name);
  await page.click('#follow');
  await page.locator('#composer:not([hidden])').waitFor();
}

export async function say(page: Page, text: string): Promise<void> {
  await page.fill('#text', text);
  await page.keyboard.press('Enter');
  await message(page, text).and(page.locator('.mine')).last().waitFor();
}

/** The message with a text. */
export function message(page: Page, text: string): Locator {
  return page.locator('.message').filter({ has: page.locator('.text', { hasText: text }) });
}

/** Introduces an agent to a chat. */
export async function introduce(hub: TestHub, who: Person, chat: number, text: string): Promise<Answer> {
  const payload = {
    who: 'a coding agent',
    works_for: 'Kim',
    goal: 'ship on Friday',
    seeking: 'the list of changes',
  };
  const answer = await hub.call('POST', `/chats/${chat}/introductions`, {
    body: { sender_id: who.id, text, payload },
    token: who.token,
  });
  expect(answer.status).toBe(201);
  return answer;
}

/** Everybody that the hub knows, as its operator sees them. */
export async function everybody(hub: TestHub): Promise<Record<string, unknown>[]> {
  const { body } = await hub.call('GET', '/admin/participants', { operator: 'the-operator-key' });
  return body.participants as Record<string, unknown>[];
}
