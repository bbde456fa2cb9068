import { FormatFields } from '#client/account/FormatFields.tsx'
import { OwnQuotas } from '#client/account/OwnQuotas.tsx'
import { PasswordForm } from '#client/account/PasswordForm.tsx'
import { UserCard } from '#client/account/UserCard.tsx'
import { SecondFactor } from '#client/account/SecondFactor.tsx'
import { SessionsTable } from '#client/account/SessionsTable.tsx'
import { TokensTable } from '#client/account/TokensTable.tsx'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import styles from './AccountPage.module.css'
import { useDocumentTitle } from '#ui/base/use-document-title.ts'

/** `/account`: the user's profile, password, API tokens and sessions. */
export default function AccountPage() {
  const { user } = session()
  useDocumentTitle(t('Your account'))
  if (user.viewAs)
    return (
      <EmptyState
        size="lg"
        icon="eye-off"
        title={t('The account of %s is not shown', user.viewAs.name)}
        text={t('Stop viewing to open your own account.')}
      />
    )
  if (user.isAnonymous)
    return (
      <EmptyState
        size="lg"
        icon="user"
        title={t('You have not signed in')}
        actions={<LinkButton href="/login/?next=%2Faccount">{t('Sign in')}</LinkButton>}
      />
    )
  return (
    <Page padding="list" header={<PageHeader title={t('Your account')} />}>
      <div className={styles['page']}>
        <UserCard user={user} />
        <section aria-labelledby="formats" className={styles['password']}>
          <h2 id="formats">{t('Language and formats')}</h2>
          <FormatFields />
        </section>
        <section aria-labelledby="password" className={styles['password']}>
          <h2 id="password">{t('Password')}</h2>
          <PasswordForm username={user.username} />
        </section>
        <section aria-labelledby="second-factor" className={styles['password']}>
          <h2 id="second-factor">{t('Second factor')}</h2>
          <SecondFactor />
        </section>
        <section aria-labelledby="tokens">
          <h2 id="tokens">{t('API tokens')}</h2>
          <TokensTable />
        </section>
        <section aria-labelledby="quotas">
          <h2 id="quotas">{t('Quotas')}</h2>
          <OwnQuotas />
        </section>
        <section aria-labelledby="sessions">
          <h2 id="sessions">{t('Where you are signed in')}</h2>
          <SessionsTable />
        </section>
      </div>
    </Page>
  )
}
