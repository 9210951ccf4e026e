const blockBytes = 64

/** The SHA-1 digest of bytes: 20 bytes (FIPS 180-4, 6.1). UUIDs of version 5 are made of it. */
export function sha1(message: Uint8Array): Uint8Array {
  const padded = pad(message)
  const view = new DataView(padded.buffer)
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  for (let block = 0; block < padded.length; block += blockBytes) compress(state, view, block)
  const digest = new DataView(new ArrayBuffer(20))
  for (const [i, word] of state.entries()) digest.setUint32(i * 4, word)
  return new Uint8Array(digest.buffer)
}

/** A one, zeros, and the length in bits, so that it is whole blocks. */
function pad(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / blockBytes) * blockBytes)
  padded.set(message)
  padded[message.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n)
  return padded
}

function compress(state: number[], view: DataView, at: number): void {
  const words = Array.from({ length: 16 }, (_, i) => view.getUint32(at + i * 4))
  for (let i = 16; i < 80; i += 1) {
    const of = (back: number): number => words[i - back] ?? 0
    words.push(rotate(of(3) ^ of(8) ^ of(14) ^ of(16), 1))
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state
  for (const [i, word] of words.entries()) {
    const next =
      (rotate(a, 5) + mix(i, b, c, d) + e + (constants[Math.floor(i / 20)] ?? 0) + word) | 0
    ;[e, d, c, b, a] = [d, c, rotate(b, 30), a, next]
  }
  for (const [i, value] of [a, b, c, d, e].entries()) state[i] = ((state[i] ?? 0) + value) >>> 0
}

const constants = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6]

function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return (b & c) | (~b & d)
  if (round >= 40 && round < 60) return (b & c) | (b & d) | (c & d)
  return b ^ c ^ d
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}
