const GB_BYTES = 1024 ** 3

/** Free space of every user. */
export const SPACE_FREE_BYTES = GB_BYTES

/** Maximum purchased space of a user. */
export const SPACE_MAXIMUM_GB = 4096

export const gigabytes = (sizeGb: number): number => sizeGb * GB_BYTES
