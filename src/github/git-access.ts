/**
 * What git needs in its environment to fetch with a token: the environment and no command line, where every process could
 * read it. The empty value takes away a header that the checkout may have left, since GitHub refuses two; the key holds for
 * the one server only, so that no other ever sees the token.
 */
export function gitAccess(
  token: string,
  serverUrl: string,
  alreadySet: string | undefined,
): Readonly<Record<string, string>> {
  const quiet = { GIT_TERMINAL_PROMPT: '0' };
  if (token === '') return quiet;
  const first = Number(alreadySet ?? 0);
  const key = `http.${serverUrl}/.extraheader`;
  return {
    ...quiet,
    GIT_CONFIG_COUNT: String(first + 2),
    [`GIT_CONFIG_KEY_${first}`]: key,
    [`GIT_CONFIG_VALUE_${first}`]: '',
    [`GIT_CONFIG_KEY_${first + 1}`]: key,
    [`GIT_CONFIG_VALUE_${first + 1}`]: `AUTHORIZATION: basic ${btoa(`x-access-token:${token}`)}`,
  };
}
