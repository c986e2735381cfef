import { lazyRouteComponent } from '@tanstack/react-router'
import { untilTextsLoaded } from '../../i18n/text-hook.ts'

/**
 * A page that is loaded when it is first opened, by the name its module exports. It counts as loaded when its strings are there
 * too: until then the page before it stays in sight.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  const loadWhole = async () => {
    const module = await load()
    await untilTextsLoaded()
    return module
  }
  return lazyRouteComponent(loadWhole, name)
}
