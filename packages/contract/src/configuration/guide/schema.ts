import * as z from 'zod/mini'
import { androidVersions } from '../../commerce/commodity/enums.ts'
import { count, positiveId, shortText } from '../../wire/fields.ts'

/** Scenes that the clients draw themselves. */
const drawnPictures = ['voyage', 'voyageIcon', 'orchard', 'desktop'] as const
export type DrawnPicture = (typeof drawnPictures)[number]

const DRAWN = 'drawn:'

/** A scene of the client, or a picture on this host: the content policy loads no others. */
const landingPicture = z
  .string()
  .check(
    z.maxLength(256),
    z.regex(/^(?:drawn:(?:voyage|voyageIcon|orchard|desktop)|\/(?:[\w.%-][\w./%-]*)?)$/, '图片须为内置画面或本站路径'),
  )

/** Name of a drawn scene; undefined for a path. */
export const drawnPictureOf = (picture: string): DrawnPicture | undefined =>
  drawnPictures.find((name) => picture === `${DRAWN}${name}`)

const text = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum))

/** Address of a store or a package; empty while there is none. */
const storeUrl = z.string().check(z.maxLength(512), z.regex(/^(?:https:\/\/[^\s"'<>\\]+)?$/))

/** Content of the landing pages, set by the operator. */
export const playTrial = z.strictObject({
  game: z.strictObject({
    name: text(12),
    badge: text(16),
    tagline: text(32),
    intro: text(200),
    icon: landingPicture,
    hero: landingPicture,
    pictures: z.array(z.strictObject({ image: landingPicture, alt: text(32) })).check(z.maxLength(6)),
  }),
  download: z.strictObject({ androidUrl: storeUrl, iosUrl: storeUrl }),
})
export type PlayTrial = z.output<typeof playTrial>

export const guideStep = z.strictObject({
  title: text(16),
  text: text(100),
  /** Picture on this host; none when empty. */
  image: z.string().check(z.maxLength(256), z.regex(/^(?:\/(?:[\w.%-][\w./%-]*)?)?$/)),
  /** Part of the home page that the step is about; empty for the whole page. */
  target: z.enum(['', 'trial', 'create', 'devices', 'messages', 'user']),
})
export type GuideStep = z.output<typeof guideStep>
export const guideSteps = z.strictObject({ steps: z.array(guideStep).check(z.maxLength(8)) })

/** Phone of a trial, as it is sold. */
export const trialPhone = z.object({
  configId: positiveId,
  goodsName: shortText,
  version: z.enum(androidVersions),
  cpuCores: count,
  memoryGb: count,
  storageGb: count,
})
export type TrialPhone = z.output<typeof trialPhone>

const percent = z.int().check(z.minimum(0), z.maximum(100))

export const trialTerms = z.strictObject({
  isOn: z.boolean(),
  /** The lowest listed configuration when null. */
  configId: z.nullable(positiveId),
  /** Share of a zone's capacity that trials may take at most. */
  maximumPercent: percent,
  /** Share of a zone's capacity that stays free for buyers. */
  keepFreePercent: percent,
})
export type TrialTerms = z.output<typeof trialTerms>
