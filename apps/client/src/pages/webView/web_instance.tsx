import { InstancePage } from '../../features/instance/instance-page'

export default function WebViewWebInstancePage() {
  return <InstancePage />
}
