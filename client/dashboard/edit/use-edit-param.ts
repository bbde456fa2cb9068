import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useDashboardStore } from '../state/store.ts'

/** Sets `edit=true` in the URL during edit mode, so that a reload stays in edit mode. */
export function useEditParam(): void {
  const store = useDashboardStore()
  const router = useRouter()
  useEffect(() => {
    const write = (edit: string | undefined) => {
      const { pathname, search, hash } = router.state.location
      const { edit: before, ...rest } = search as Record<string, string>
      if (before === edit) return
      const next = edit === undefined ? rest : { ...rest, edit }
      void router.navigate({ to: pathname, search: next, hash, replace: true, resetScroll: false } as never)
    }
    write('true')
    return () => {
      const { editMode, hasUnsavedChanges, info } = store.getState()
      if (!editMode) write(undefined)
      else if (hasUnsavedChanges) toast.show({ text: t('Unsaved changes to %s were kept in this browser', info.title) })
    }
  }, [store, router])
}
