// Runs before the tests, because installing a browser may take longer than the timeout of a test.
import { bringBrowser } from './browser.ts'

bringBrowser()
