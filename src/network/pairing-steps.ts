/** WebAuthn request options as JSON, as the network gave them: `PublicKeyCredentialRequestOptionsJSON`. */
export type PasskeyOptions = { challenge: string } & Readonly<Record<string, unknown>>

/** What a passkey signed: `PublicKeyCredential.toJSON()` of the browser; bytes are base64url. Handed on as it is. */
export interface PasskeyAssertion {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

export type PasskeyOutcome =
  | { kind: 'taken' }
  | { kind: 'refused'; reason: 'not_asked' | 'wrong_challenge' | 'refused' | 'no_answer' }

/** Eight characters to type into the phone of that number, which is E.164, until then. */
export interface PairingCode {
  code: string
  phoneNumber: string
  expiresAtMs: number
}

/** `passkey_asked`: the account that scanned or typed already has to confirm its passkey first. `too_late`: this connection ends too soon for somebody to type a code; a new one gives the time. Nothing was asked. */
export type PairingCodeOutcome =
  | ({ kind: 'code' } & PairingCode)
  | { kind: 'refused'; reason: 'bad_request' | 'rate_limited' | 'no_answer' | 'passkey_asked' }
  | { kind: 'too_late' }
