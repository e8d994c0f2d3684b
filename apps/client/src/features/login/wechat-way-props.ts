export interface WechatWayProps {
  /** Whether the agreement has been given; says so itself if not. */
  readonly mayBegin: () => boolean
  readonly returnPath: string | undefined
}
