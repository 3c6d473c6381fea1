import { useApp } from '../../app/app-context.ts'
import { useRequest } from '../../api/use-request.ts'
import { reportAddress, type ReportedFigure } from './report-address.ts'

type ReportLinkProps = {
  /** The figure, as the reader sees it. */
  readonly figure: ReportedFigure
}

/** A link to the operator, with everything about the figure filled in; nothing if the operator takes no reports. */
export function ReportLink({ figure }: ReportLinkProps) {
  const { client, messages } = useApp()
  const { report } = messages.receipt
  const about = useRequest('', (signal) => client.getAbout({}, { signal }))
  const reportTo = about.value?.report_to
  if (reportTo === undefined || reportTo === null) return null
  const name = report.linkOf({
    rate: figure.rate_pa,
    institution: figure.institution_name,
    terms: figure.terms,
  })
  return (
    <p class="report">
      {report.question}{' '}
      <a href={reportAddress(reportTo, figure, report)} aria-label={name}>
        {report.link}
      </a>
    </p>
  )
}
