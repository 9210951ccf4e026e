import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An authenticator in software, and its browser, as the tests need them (Web Authentication Level 3). */
export interface SoftKey {
  /** The credential's id in base64url. */
  readonly id: string
  readonly pair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  register(options: { rp: { id: string }; challenge: string }): ReturnType<typeof answerOf<Made>>
  sign(options: { rpId: string; challenge: string }): ReturnType<typeof answerOf<Signed>>
}

interface Made {
  clientDataJSON: string
  attestationObject: string
  transports: string[]
}

interface Signed {
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

/** Flags of the authenticator's data: user present, user verified, attested credential included. */
const flags = { present: 1, verified: 4, attested: 64 } as const

/**
 * A key with ECDSA and P-256.
 * @param origin the page on which it is used
 * @param options.recognisesOwner whether it verifies its user, by a PIN or a finger
 * @param options.like a key whose credential it has
 */
export function softKey(
  origin: string,
  { recognisesOwner = true, like }: { recognisesOwner?: boolean; like?: SoftKey } = {},
): SoftKey {
  const pair = like?.pair ?? generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = like?.id ?? randomBytes(16).toString('base64url')
  const usual = flags.present + (recognisesOwner ? flags.verified : 0)
  let counter = 0
  const clientDataOf = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = (site: string, more: number) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(usual + more)
    head.writeUInt32BE((counter += 1), 1)
    return Buffer.concat([sha256(Buffer.from(site)), head])
  }
  return {
    id,
    pair,
    register({ rp, challenge }) {
      const clientData = clientDataOf('webauthn.create', challenge)
      const credential = Buffer.from(id, 'base64url')
      const length = Buffer.from([0, credential.length])
      const data = Buffer.concat([
        dataOf(rp.id, flags.attested),
        Buffer.alloc(16),
        length,
        credential,
        coseOf(pair.publicKey),
      ])
      return answerOf(id, {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationOf(data).toString('base64url'),
        transports: ['internal'],
      })
    },
    sign({ rpId, challenge }) {
      const clientData = clientDataOf('webauthn.get', challenge)
      const data = dataOf(rpId, 0)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), pair.privateKey)
      return answerOf(id, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

function answerOf<R>(id: string, response: R) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** The public key as COSE (RFC 9053, section 7.1.1): EC2, ES256, P-256, x and y. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** An attestation object without attestation (section 8.7), in CBOR. */
function attestationOf(data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([data.length]),
    data,
  ])
}
