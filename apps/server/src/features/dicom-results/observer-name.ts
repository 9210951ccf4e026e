/**
 * A person's name in DICOM's form: Hangul in the third group, beside Latin in the first (PS3.5
 * 6.2.1).
 */
export function observerName({ name, username }: { name: string; username: string }): string {
  const isHangul = /\p{Script=Hangul}/u.test(name)
  return isHangul ? `${onePart(username)}==${onePart(name)}` : onePart(name)
}

/** Without what parts a name in DICOM. */
function onePart(text: string): string {
  return text.replaceAll(/[\\^=]/g, ' ').trim()
}
