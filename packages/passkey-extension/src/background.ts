import { Broker } from './broker.ts'
import { getExtensionApi } from './extension-api.ts'

const api = getExtensionApi()
const broker = new Broker(api)

api.action.onClicked.addListener((tab) => void broker.begin(tab))

api.runtime.onMessage.addListener((message, sender, answer) => {
  broker.answer(message, sender).then(answer, () => answer(null))
  return true
})
