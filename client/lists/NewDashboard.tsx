import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createResource } from '#calls/resources.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  readonly label: string
  readonly variant?: 'primary' | undefined
  readonly size?: 'lg' | undefined
}

/** A button that creates an empty dashboard and opens it in edit mode. */
export function NewDashboard({ label, variant, size }: Props) {
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: () => createResource('dashboard', { dashboard_title: t('Untitled dashboard') }),
    onSuccess: ({ id }) => void navigate({ href: `/dashboard/${id}?edit=true` }),
    onError: (error) =>
      toast.show({
        text: t('An error occurred while creating %ss: %s', t('dashboard'), error.message),
        tone: 'danger',
      }),
  })
  return (
    <Button
      isWrite
      variant={variant}
      size={size}
      icon="plus"
      isPending={create.isPending}
      onPress={() => create.mutate()}
    >
      {label}
    </Button>
  )
}
