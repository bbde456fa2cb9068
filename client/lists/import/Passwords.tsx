import { useState } from 'react'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'

interface Props {
  /** The files of the databases. */
  readonly paths: readonly string[]
  /** The id of the form, for a submit button outside of it. */
  readonly id: string
  readonly onGive: (passwords: Readonly<Record<string, string>>) => void
}

/** Asks for the passwords of databases, because bundles contain none. */
export function Passwords({ paths, id, onGive }: Props) {
  const [passwords, setPasswords] = useState<Readonly<Record<string, string>>>({})
  const isWhole = paths.every((path) => (passwords[path] ?? '') !== '')
  return (
    <FormStack id={id} ariaLabel={t('Passwords of databases')} onSubmit={() => isWhole && onGive(passwords)}>
      <Banner>{t('The passwords of these databases are no part of the bundle.')}</Banner>
      {paths.map((path, index) => (
        <TextField
          key={path}
          label={t('Password of %s', path)}
          type="password"
          autoComplete="new-password"
          autoFocus={index === 0}
          value={passwords[path] ?? ''}
          onChange={(value) => setPasswords({ ...passwords, [path]: value })}
        />
      ))}
    </FormStack>
  )
}
