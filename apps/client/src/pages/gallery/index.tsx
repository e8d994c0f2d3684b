import { Gallery } from '../../features/gallery/gallery.tsx'
import { GALLERY_ROUTE } from '../../shared/navigation/page-title.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'
import { Page } from '../../shared/ui/page/page.tsx'

export default function GalleryPage() {
  const { section } = usePageParams()
  return (
    <Page route={GALLERY_ROUTE} title="设计系统">
      <Gallery sectionId={section} />
    </Page>
  )
}
