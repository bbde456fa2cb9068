import { type Entries, PRESS_KEYS, button } from './entry.ts'
import { AppFrame } from '#ui/layout/AppFrame.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Logo } from '#ui/layout/Logo.tsx'
import { NavigationProvider } from '#ui/layout/NavigationProvider.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { SplitPane } from '#ui/layout/SplitPane.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { VisuallyHidden } from '#ui/base/VisuallyHidden.tsx'
import { englishTexts } from '#ui/tokens/texts.ts'
import { TextsProvider } from '#ui/tokens/TextsProvider.tsx'

/** The contract of containers. */
export const layout: Entries = {
  AppFrame: {
    draw: (go) => (
      <NavigationProvider navigate={go}>
        <AppFrame
          navLabel="Pages"
          skipLabel="Skip"
          logo={{ href: '/', label: 'Home' }}
          items={[{ id: 'it', label: 'It', icon: 'plus', href: '/it' }]}
        >
          In it
        </AppFrame>
      </NavigationProvider>
    ),
    role: 'link',
    name: 'It',
    keys: ['{Enter}'],
  },
  Inline: { draw: () => <Inline>It</Inline>, role: 'text' },
  Logo: { draw: () => <Logo />, role: 'silent' },
  NavigationProvider: { draw: (go) => <NavigationProvider navigate={go}>It</NavigationProvider>, role: 'text' },
  Page: { draw: () => <Page>It</Page>, role: 'text' },
  PageHeader: { draw: () => <PageHeader title="It" />, role: 'heading', name: 'It' },
  Section: {
    draw: (onToggle) => (
      <Section title="It" onToggle={onToggle}>
        In it
      </Section>
    ),
    ...button,
  },
  SplitPane: {
    draw: (onResize) => (
      <SplitPane label="It" first="a" second="b" size={200} onResize={onResize} onCollapse={onResize} />
    ),
    role: 'separator',
    name: 'It',
    keys: ['{ArrowRight}', '{ArrowLeft}', '{Enter}'],
  },
  Stack: { draw: () => <Stack>It</Stack>, role: 'text' },
  Tabs: {
    draw: (onSelect) => (
      <Tabs
        label="Things"
        items={[
          { id: 'a', label: 'It' },
          { id: 'b', label: 'Two' },
        ]}
        selected="a"
        onSelect={onSelect}
      />
    ),
    role: 'tab',
    name: 'It',
    keys: ['{ArrowRight}', '{End}', ...PRESS_KEYS],
  },
  VisuallyHidden: { draw: () => <VisuallyHidden>It</VisuallyHidden>, role: 'text' },
  TextsProvider: { draw: () => <TextsProvider texts={englishTexts}>It</TextsProvider>, role: 'text' },
}
