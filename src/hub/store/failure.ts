/** The database cannot do its work now (a full disk, a lost connection); trying again may help. */
export class StorageFailure extends Error {
  /** Whether the write may be stored all the same: its commit was sent, and no answer came. Else nothing was stored. */
  readonly mayBeStored: boolean;

  constructor(message: string, mayBeStored = false) {
    super(message);
    this.mayBeStored = mayBeStored;
  }
}

/** What is stored cannot be opened or written as it is; a person must look, and the message says at what. */
export class StorageRefusal extends Error {}
