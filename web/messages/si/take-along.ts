import type { Messages } from '../messages.ts'

/** What readers take along, in Sinhala. Nobody has reviewed this translation. */
export const takeAlong: Messages['takeAlong'] = {
  summary: (title) => `බාගන්න හෝ උපුටා දක්වන්න: ${title}`,
  csv: 'CSV',
  excel: 'Excel',
  svg: 'SVG',
  png: 'PNG',
  preparing: 'ගොනුව සකස් කරමින් …',
  saved: (name) => `${name} ලෙස සුරැකිණි.`,
  failed: 'ගොනුව සෑදිය නොහැකි විය. මොහොතකින් නැවත උත්සාහ කරන්න.',
  embed: 'වෙනත් වෙබ් අඩවියක පෙන්වන්න',
  embedAdvice: 'මෙය එම වෙබ් අඩවියේ HTML තුළට දමන්න:',
  cite: 'මූලාශ්‍රයක් ලෙස සඳහන් කරන්න',
  citation: (title, address, time) => `Ratebook: “${title}”. ${address}. ${time} වන විට.`,
  copy: 'පිටපත් කරන්න',
  copied: 'පිටපත් කළා.',
  copyFailed: 'තෝරා ඇති පෙළ පිටපත් කරන්න.',
  source: (time) => `මූලාශ්‍රය: Ratebook, ${time} වන විට`,
  tableSheet: 'වගුව',
  sourceSheet: 'මූලාශ්‍රය',
  titleLabel: 'මාතෘකාව',
  sourceLabel: 'මූලාශ්‍රය',
  addressLabel: 'ලිපිනය',
  timeLabel: 'මේ වන විට (UTC)',
  positionLabel: 'පොතේ ස්ථානය',
  noteLabel: 'සටහන',
}
