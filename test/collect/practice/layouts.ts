import type { Layout } from './layout.ts'
import {
  htmlAmountBands,
  htmlDayBands,
  htmlDayBandsRefused,
  htmlRanges,
  htmlTwoProducts,
} from './layouts/html-bands.ts'
import { htmlGluedText, htmlRowNumbers, htmlTwoTenures } from './layouts/html-cells.ts'
import { htmlPayoutTables, htmlSeniorRows, htmlSideBySide } from './layouts/html-classes.ts'
import { htmlAmbiguousDate, htmlDateColumns, htmlSeveralDates } from './layouts/html-dates.ts'
import { htmlDivGrid, htmlOfficeExport, htmlPhoneCopies } from './layouts/html-markup.ts'
import {
  htmlAndCalculator,
  htmlDeduction,
  htmlLogin,
  htmlManyTables,
  htmlSeniorIncrement,
} from './layouts/html-other-tables.ts'
import { htmlMinMax, htmlTwoPayouts } from './layouts/html-shared-columns.ts'
import { htmlTransposed } from './layouts/html-transposed.ts'
import { htmlTabs, htmlTwoHeadRows } from './layouts/html-two-head-rows.ts'
import {
  htmlAmountRows,
  htmlContinues,
  htmlMappedLabels,
  htmlWeeks,
} from './layouts/html-labels.ts'
import {
  htmlChineseNumerals,
  htmlDecimalComma,
  htmlDevanagari,
  htmlRangesInWords,
} from './layouts/html-languages.ts'
import {
  htmlClosedPanel,
  htmlInsideJson,
  htmlNestedTitle,
  htmlUnnamedTable,
} from './layouts/html-places.ts'
import { htmlQuarterlyYield } from './layouts/html-quarterly-yield.ts'
import { jsonLongFractions } from './layouts/json-fractions.ts'
import { pdfSecondHeadLine } from './layouts/pdf-second-head-line.ts'
import { jsonInsideJson } from './layouts/json-inside-json.ts'
import { jsonInOptions, jsonInScript, placeholders } from './layouts/json-inside-html.ts'
import { jsonArray, jsonNested } from './layouts/json-lists.ts'
import { jsonNumbers } from './layouts/json-numbers.ts'
import { pdfByColumn, pdfByGlyph, pdfPicture, pdfWideGlyphs } from './layouts/pdf.ts'
import { productJson, productJsonConflict } from './layouts/product-json.ts'
import { workbook } from './layouts/xlsx.ts'

/** All layouts, by number. */
export const layouts: readonly Layout[] = [
  jsonArray,
  jsonNested,
  jsonInsideJson,
  jsonNumbers,
  jsonInOptions,
  jsonInScript,
  placeholders,
  htmlTwoHeadRows,
  htmlTabs,
  htmlSideBySide,
  htmlPayoutTables,
  htmlTransposed,
  htmlDateColumns,
  htmlSeveralDates,
  htmlAmbiguousDate,
  htmlSeniorIncrement,
  htmlDeduction,
  htmlSeniorRows,
  htmlTwoTenures,
  htmlRowNumbers,
  htmlAmountBands,
  htmlTwoPayouts,
  htmlDayBands,
  htmlDayBandsRefused,
  htmlRanges,
  htmlMinMax,
  htmlTwoProducts,
  htmlManyTables,
  htmlDivGrid,
  htmlPhoneCopies,
  htmlOfficeExport,
  workbook,
  pdfByColumn,
  pdfByGlyph,
  pdfWideGlyphs,
  pdfPicture,
  productJson,
  productJsonConflict,
  htmlLogin,
  htmlAndCalculator,
  htmlGluedText,
  htmlDecimalComma,
  htmlRangesInWords,
  htmlDevanagari,
  htmlChineseNumerals,
  htmlMappedLabels,
  htmlWeeks,
  htmlContinues,
  htmlAmountRows,
  htmlNestedTitle,
  htmlInsideJson,
  htmlUnnamedTable,
  htmlClosedPanel,
  jsonLongFractions,
  htmlQuarterlyYield,
  pdfSecondHeadLine,
]
