import { useQuery } from '@tanstack/react-query'
import { externalPageAddress } from '../../../shared/accounts/external-page.weapp.ts'
import { WebFrame } from '../../../shared/ui/elements/elements.weapp.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'

/** The external page inside the mini-program. Its token works once and for a minute, so it is fetched for each visit. */
export function ExternalPage() {
  const address = useQuery({
    queryKey: ['externalPage'],
    queryFn: externalPageAddress,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (address.data) return <WebFrame src={address.data} />
  return (
    <Page route="webView/activity" title="网页版服务">
      <Async of={address}>{() => null}</Async>
    </Page>
  )
}
