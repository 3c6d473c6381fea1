// Before the tests, not in one: an installation may take longer than a test.
import { bringBrowser } from './browser.ts'

bringBrowser()
