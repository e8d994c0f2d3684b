/** A grey pixel says little about a picture; a vivid one says the more. */
const GREY_WEIGHT = 8

/** The colour that a picture seems to have from afar, from its pixels: red, green, blue, opacity, and so on. */
export const mainColour = (pixels: ArrayLike<number>): string => {
  const sum = { red: 0, green: 0, blue: 0, weight: 0 }
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]]
    const weight = GREY_WEIGHT + Math.max(red, green, blue) - Math.min(red, green, blue)
    sum.red += red * weight
    sum.green += green * weight
    sum.blue += blue * weight
    sum.weight += weight
  }
  const share = (part: number) => Math.round(part / (sum.weight || 1))
  return `rgb(${share(sum.red)}, ${share(sum.green)}, ${share(sum.blue)})`
}
