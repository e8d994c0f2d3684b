/** The input of a backup is no whole tar: nothing of it may be kept as a backup. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive'
}

/** Stored bytes are not those that were written, or are missing. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged'
}
