import { View } from '@tarojs/components'

export default function WebViewWebInstancePage() {
  return <View>webView/web_instance</View>
}
