import type { Messages } from '../messages.ts'

/** What readers take along, in Tamil. Nobody has reviewed this translation. */
export const takeAlong: Messages['takeAlong'] = {
  summary: (title) => `பதிவிறக்குங்கள் அல்லது மேற்கோள் காட்டுங்கள்: ${title}`,
  csv: 'CSV',
  excel: 'Excel',
  svg: 'SVG',
  png: 'PNG',
  preparing: 'கோப்பு தயாராகிறது …',
  saved: (name) => `${name} என்ற பெயரில் சேமிக்கப்பட்டது.`,
  failed: 'கோப்பை உருவாக்க முடியவில்லை. சிறிது நேரத்தில் மீண்டும் முயலுங்கள்.',
  embed: 'வேறொரு தளத்தில் காட்டுங்கள்',
  embedAdvice: 'இதை அந்தத் தளத்தின் HTML இல் இடுங்கள்:',
  cite: 'இதை மேற்கோள் காட்டுங்கள்',
  citation: (title, address, time) => `Ratebook: “${title}”. ${address}. ${time} நிலவரப்படி.`,
  copy: 'நகலெடு',
  copied: 'நகலெடுக்கப்பட்டது.',
  copyFailed: 'தேர்ந்தெடுக்கப்பட்ட உரையை நகலெடுங்கள்.',
  source: (time) => `மூலம்: Ratebook, ${time} நிலவரப்படி`,
  tableSheet: 'அட்டவணை',
  sourceSheet: 'மூலம்',
  titleLabel: 'தலைப்பு',
  sourceLabel: 'மூலம்',
  addressLabel: 'முகவரி',
  timeLabel: 'நிலவர நேரம் (UTC)',
  positionLabel: 'புத்தகத்தின் நிலை',
  noteLabel: 'குறிப்பு',
}
