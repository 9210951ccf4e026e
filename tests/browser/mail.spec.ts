import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { startSmtpPeer } from '../../apps/server/src/testing/smtp-peer.ts'
import { startFovea } from '../running-fovea.ts'
import { expect, registered, test } from './fixtures.ts'
import { signIn } from './given.ts'

test('somebody who is invited by mail chooses a password, and which notices to get', async ({
  context,
  page,
  browser,
}) => {
  const peer = await startSmtpPeer()
  const port = await freePort()
  const address = `http://localhost:${port}`
  const fovea = await startFovea({
    PORT: String(port),
    PUBLIC_URL: address,
    OUTBOUND_HOSTS: `127.0.0.1:${peer.port}`,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(peer.port),
    SMTP_TLS: 'none',
    SMTP_FROM: 'fovea@hospital.example',
  })
  const api = await registered(address, 'root')
  await signIn(context, { username: 'root', api })
  await page.goto(`${address}/admin/panel?open=account`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Invite by mail')).toBeChecked()
  await dialog.getByLabel('Username').fill('lee.j')
  await dialog.getByLabel('Email').fill('lee@hospital.example')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Lee Jiwon')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => peer.received.map(({ to }) => to)).toEqual(['lee@hospital.example'])

  const [link = ''] = /http:\S+#\S+/.exec(peer.received[0]?.text ?? '') ?? []
  const theirs = await browser.newPage({ locale: 'en-GB' })
  await theirs.goto(link)
  await theirs.getByLabel('New Password').fill('Kestrel-47-umber')
  await theirs.getByLabel('Confirm Password').fill('Kestrel-47-umber')
  await theirs.getByRole('button', { name: 'Save password' }).click()
  await theirs.getByRole('link', { name: 'To the sign-in page' }).click()
  await theirs.getByLabel('Username').fill('lee.j')
  await theirs.getByLabel('Password', { exact: true }).fill('Kestrel-47-umber')
  await theirs.getByRole('button', { name: 'Login' }).click()
  await expect(theirs.getByRole('heading', { name: 'My Images' })).toBeVisible()
  await theirs.goto(`${address}/user`)
  const notices = theirs.getByRole('group', { name: 'Send me a mail when' })
  await expect(notices.getByRole('checkbox')).toHaveCount(4)
  await notices.getByLabel('a clinician has confirmed results').click()
  await expect(notices.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await theirs.close()
  await api.dispose()
  await fovea.stop()
  peer.stop()
})
