import { View } from '@tarojs/components'

export default function WebViewProtocolPage() {
  return <View>webView/protocol</View>
}
