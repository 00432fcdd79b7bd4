import { ApiError } from './api.ts';
import type { Session } from './session.ts';

/** The operator's key, as long as the tab is open; null where none was given. */
export function operatorKey(session: Session): string | null {
  const kept = session.tab.read('operator');
  return typeof kept === 'string' && kept !== '' ? kept : null;
}

/** A call with the operator's key; a key that is refused is dropped. */
export async function asOperator<T>(session: Session, call: (operator: string) => Promise<T>): Promise<T> {
  try {
    return await call(operatorKey(session) ?? '');
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_operator') session.tab.write('operator', null);
    throw error;
  }
}
