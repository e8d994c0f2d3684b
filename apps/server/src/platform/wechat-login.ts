/** WeChat identity of a user, as seen by one of our apps. */
export interface WechatIdentity {
  readonly appId: string
  readonly openid: string
  /** The same for all apps of one owner; null when WeChat does not know the owner. */
  readonly unionid: string | null
  /** Empty unless the user has allowed it. */
  readonly name: string
}

interface OfficialAccount {
  readonly appId: string
  /** Page that asks the user for authorization. */
  readonly authorizeUrl: string
}

/** Exchanges WeChat's one-time codes for identities; null for a refused code. */
export interface WechatLogin {
  /** Null without an official account. */
  readonly officialAccount: OfficialAccount | null
  identifyByApplet(code: string): Promise<WechatIdentity | null>
  /** `withProfile` also reads the name, which the user must have allowed. */
  identifyByOfficialAccount(code: string, withProfile: boolean): Promise<WechatIdentity | null>
}
