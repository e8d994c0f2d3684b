import type { ShrinkPicture } from './picture-size.ts'

/** The platform has made it smaller when it was chosen (see choose-files). */
export const shrinkPicture: ShrinkPicture = async (file) => file
