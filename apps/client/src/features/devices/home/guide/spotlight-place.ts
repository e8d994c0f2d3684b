import type { Rect } from '../../../../shared/platform/page/read-rects.ts'

/** Room around the element inside the light, and between the light and the card. */
const AROUND_PX = 6
const GAP_PX = 12

export interface SpotlightPlace {
  /** Relative to the cover; undefined where there is nothing to point at. */
  readonly light: Rect | undefined
  /** Distance of the card from that edge of the cover. */
  readonly card: { readonly edge: 'top' | 'bottom'; readonly px: number } | undefined
}

const NOTHING: SpotlightPlace = { light: undefined, card: undefined }

/** An element that is outside the cover, or takes most of it, is not pointed at: the card would cover it. */
const MOST = 0.6

/** The light around an element, and the card on the side with more room. */
export const placeSpotlight = (cover: Rect | undefined, target: Rect | undefined): SpotlightPlace => {
  if (!cover || !target) return NOTHING
  const top = target.top - cover.top
  const bottom = top + target.height
  if (top < 0 || bottom > cover.height || target.height > cover.height * MOST) return NOTHING
  const light = {
    left: target.left - cover.left - AROUND_PX,
    top: top - AROUND_PX,
    width: target.width + 2 * AROUND_PX,
    height: target.height + 2 * AROUND_PX,
  }
  const isBelow = cover.height - bottom >= top
  const px = (isBelow ? bottom : cover.height - top) + AROUND_PX + GAP_PX
  return { light, card: { edge: isBelow ? 'top' : 'bottom', px } }
}
