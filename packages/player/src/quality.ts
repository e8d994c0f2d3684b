/** Sizes of picture that a viewer can choose: whoever shows the player shows these. */
export { QUALITIES, type QualityName } from '@yunji/phone-protocol/stream/quality'
