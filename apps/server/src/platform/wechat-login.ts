/** Who somebody is in the messaging app, as seen by one of our apps there. */
export interface WechatIdentity {
  readonly appId: string
  readonly openid: string
  /** The same for all apps of one owner; the messaging app tells it only where it knows the owner. */
  readonly unionid: string | null
  /** Empty unless the user allowed it to be told. */
  readonly name: string
}

interface OfficialAccount {
  readonly appId: string
  /** Where a browser is sent to ask the user. */
  readonly authorizeUrl: string
}

/** Turns the one-time codes of the messaging app into who brought them. Nothing comes out of a code that it refuses. */
export interface WechatLogin {
  /** Nothing when the product has none. */
  readonly officialAccount: OfficialAccount | null
  identifyByApplet(code: string): Promise<WechatIdentity | null>
  /** `withProfile` asks for the name too, which the user must have allowed. */
  identifyByOfficialAccount(code: string, withProfile: boolean): Promise<WechatIdentity | null>
}
