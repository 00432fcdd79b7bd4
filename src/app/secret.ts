/** What GitHub signs its webhooks with can be tried out offline by whoever sees one: so a length that leaves no hope. */
const SHORTEST = 32;
const FEWEST = 8;

/** How to make a strong secret. */
export const SECRET_ADVICE =
  'Make one with "openssl rand -hex 32", put it into the settings of the App on GitHub and into WEBHOOK_SECRET';

/** Why a webhook secret is too weak to use, in words that do not show it; null where it is strong enough. Hazards D. */
export function secretWeakness(secret: string): string | null {
  if (secret === '') return 'There is no webhook secret';
  // Probot signs with this one where it is given none, and everybody can read that
  if (secret === 'development') return "The webhook secret is Probot's public default";
  if (secret.length < SHORTEST)
    return `The webhook secret has ${secret.length} characters; it needs at least ${SHORTEST}`;
  if (new Set(secret).size < FEWEST)
    return `The webhook secret has fewer than ${FEWEST} different characters`;
  if (`${secret}${secret}`.indexOf(secret, 1) < secret.length)
    return 'The webhook secret is one short text, repeated';
  return null;
}
