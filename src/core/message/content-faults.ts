/**
 * Why a container is refused, in words that follow the file's name: what it runs (`attachment-executable`), and what in
 * it cannot be looked at (`attachment-uninspectable`). Specification section 5.3.
 */
export type ContentFaults = { readonly executable: string | null; readonly uninspectable: string | null };
