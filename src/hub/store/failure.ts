/** The database cannot do its work now (a full disk, a lost connection): nothing was stored, and trying again may help. */
export class StorageFailure extends Error {}

/** What is stored cannot be opened or written as it is; a person must look, and the message says at what. */
export class StorageRefusal extends Error {}
