const GB_BYTES = 1024 ** 3

/** Room that everybody has. */
export const SPACE_FREE_BYTES = GB_BYTES

/** What somebody may have bought at a time. */
export const SPACE_MAXIMUM_GB = 4096

export const gigabytes = (sizeGb: number): number => sizeGb * GB_BYTES
