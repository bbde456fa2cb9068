/** A signed-in browser. Times are epoch milliseconds. */
export interface Session {
  /** Hash of the token in the cookie; the token itself is not stored. */
  readonly id: string
  readonly user_id: number
  readonly csrf_secret: string
  readonly created_on: number
  readonly last_seen: number
  readonly expires_at: number
  /** The browser's user agent, truncated; null if it sent none. */
  readonly user_agent: string | null
  /** The network of the client at sign-in, such as `192.0.2.0/24`; null if unknown. */
  readonly address: string | null
  /** The name of the identity provider that signed the user in; null if none did. */
  readonly provider: string | null
  /** The encrypted ID token with which the user signs out at the provider; null if there is none. */
  readonly sign_out_token: string | null
  /** The user as which the administrator of the session views the application; null if none. */
  readonly view_as_user_id: number | null
  /** The role as which the administrator views the application; null if none. */
  readonly view_as_role_id: number | null
  /** When that began; null if the session views as nobody else. */
  readonly view_as_from: number | null
  readonly view_as_until: number | null
}

/** A link that signs a user in once. */
export interface LoginLink {
  /** Hash of the token in the link. */
  readonly token_hash: string
  readonly user_id: number
  readonly created_on: number
  readonly expires_at: number
  readonly used_at: number | null
}
