;; What makes the gzip form of rows (join-rows-program.ts), in the memory that join-rows.wat works in. All places are bytes of it.
;; At its beginning stand the bytes that the rows have (join-rows.wat), and the codes (rows-program.ts): of lengths at 16, of distances
;; at 1052, of literals at 1456; how many bits begin a list, and end it at 1172 and 1176; those that begin it at 1184, and those that
;; end it at 1440.
;;
;; $list holds places of pieces in the table, $count of them, three for each row. What is known of a piece here stands $cuts behind four
;; times its place: its checksum; where it says what becomes of another checksum that as many bytes follow (0 if the piece is not cut
;; yet); how many bytes stand before its first value; the bytes that what follows here takes; and of each value where its literals are,
;; its bytes, and how many stand behind it before the next. Where its literals are it says where the value was written last, and how many
;; bits they have, and then come those: equal values have one place. Pieces of a column differ in their values alone.
(module
  (import "rows" "memory" (memory 1))

  ;; The checksum (CRC-32) of what has one and a piece behind it. What becomes of one is the sum of what becomes of the halves of its
  ;; bytes, for each of which there are 16 numbers.
  (func $after (param $sum i32) (param $cut i32) (result i32)
    (local $shift i32)
    (local.set $shift (i32.load offset=4 (local.get $cut)))
    (i32.xor (i32.load (local.get $cut))
      (i32.xor
        (i32.xor
          (i32.xor
            (i32.load (i32.add (local.get $shift) (i32.shl (i32.and (local.get $sum) (i32.const 15)) (i32.const 2))))
            (i32.load offset=64 (i32.add (local.get $shift) (i32.shl (i32.and (i32.shr_u (local.get $sum) (i32.const 4)) (i32.const 15)) (i32.const 2)))))
          (i32.xor
            (i32.load offset=128 (i32.add (local.get $shift) (i32.shl (i32.and (i32.shr_u (local.get $sum) (i32.const 8)) (i32.const 15)) (i32.const 2))))
            (i32.load offset=192 (i32.add (local.get $shift) (i32.shl (i32.and (i32.shr_u (local.get $sum) (i32.const 12)) (i32.const 15)) (i32.const 2))))))
        (i32.xor
          (i32.xor
            (i32.load offset=256 (i32.add (local.get $shift) (i32.shl (i32.and (i32.shr_u (local.get $sum) (i32.const 16)) (i32.const 15)) (i32.const 2))))
            (i32.load offset=320 (i32.add (local.get $shift) (i32.shl (i32.and (i32.shr_u (local.get $sum) (i32.const 20)) (i32.const 15)) (i32.const 2)))))
          (i32.xor
            (i32.load offset=384 (i32.add (local.get $shift) (i32.shl (i32.and (i32.shr_u (local.get $sum) (i32.const 24)) (i32.const 15)) (i32.const 2))))
            (i32.load offset=448 (i32.add (local.get $shift) (i32.shl (i32.and (i32.shr_u (local.get $sum) (i32.const 28)) (i32.const 15)) (i32.const 2)))))))))

  ;; What is deflated (RFC 1951): where the next bits go, those that fill no byte yet, and how many they are.
  (global $at (mut i32) (i32.const 0))
  (global $bits (mut i64) (i64.const 0))
  (global $held (mut i32) (i32.const 0))

  ;; Adds up to 56 bits.
  (func $add (param $more i64) (param $count i32)
    (local $all i64)
    (local.set $all (i64.or (global.get $bits) (i64.shl (local.get $more) (i64.extend_i32_u (global.get $held)))))
    (i64.store (global.get $at) (local.get $all))
    (local.set $count (i32.add (global.get $held) (local.get $count)))
    (global.set $at (i32.add (global.get $at) (i32.shr_u (local.get $count) (i32.const 3))))
    (global.set $bits (i64.shr_u (local.get $all) (i64.extend_i32_u (i32.and (local.get $count) (i32.const 56)))))
    (global.set $held (i32.and (local.get $count) (i32.const 7))))

  ;; Adds $count bits that stand in memory.
  (func $copy (param $from i32) (param $count i32)
    (local $now i32)
    (loop $step
      (local.set $now (select (local.get $count) (i32.const 56) (i32.lt_u (local.get $count) (i32.const 56))))
      (call $add
        (i64.and (i64.load (local.get $from))
          (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $now))) (i64.const 1)))
        (local.get $now))
      (local.set $from (i32.add (local.get $from) (i32.const 7)))
      (br_if $step (local.tee $count (i32.sub (local.get $count) (local.get $now))))))

  ;; Adds $count bytes as literals.
  (func $literals (param $from i32) (param $count i32)
    (local $end i32) (local $code i32)
    (local.set $end (i32.add (local.get $from) (local.get $count)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $code (i32.load offset=1456 (i32.shl (i32.load8_u (local.get $from)) (i32.const 2))))
        (call $add
          (i64.extend_i32_u (i32.and (local.get $code) (i32.const 0xffffff)))
          (i32.shr_u (local.get $code) (i32.const 24)))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $next))))

  ;; Adds $length bytes, none or three and more, that stand $back before.
  (func $match (param $back i32) (param $length i32)
    (local $now i32) (local $code i32) (local $extra i32) (local $symbol i32) (local $distance i32)
    (if (i32.eqz (local.get $length)) (then (return)))
    ;; Of a distance two codes for each power of two, the rest of the number as it is (3.2.5).
    (local.set $back (i32.sub (local.get $back) (i32.const 1)))
    (local.set $symbol (local.get $back))
    (if (i32.ge_u (local.get $back) (i32.const 4))
      (then
        (local.set $extra (i32.sub (i32.const 30) (i32.clz (local.get $back))))
        (local.set $symbol
          (i32.add (i32.shl (local.get $extra) (i32.const 1)) (i32.shr_u (local.get $back) (local.get $extra))))))
    (local.set $distance (i32.load offset=1052 (i32.shl (local.get $symbol) (i32.const 2))))
    (local.set $symbol (i32.shr_u (local.get $distance) (i32.const 24)))
    (local.set $distance
      (i32.or (i32.and (local.get $distance) (i32.const 0xffffff))
        (i32.shl
          (i32.and (local.get $back) (i32.sub (i32.shl (i32.const 1) (local.get $extra)) (i32.const 1)))
          (local.get $symbol))))
    (local.set $extra (i32.add (local.get $extra) (local.get $symbol)))
    (loop $step
      ;; No match is longer than 258; what is left for the next is nothing, or enough for one.
      (local.set $now (local.get $length))
      (if (i32.gt_u (local.get $length) (i32.const 258))
        (then
          (local.set $now
            (select (i32.const 255) (i32.const 258) (i32.lt_u (local.get $length) (i32.const 261))))))
      (local.set $code (i32.load offset=16 (i32.shl (local.get $now) (i32.const 2))))
      (call $add
        (i64.or
          (i64.extend_i32_u (i32.and (local.get $code) (i32.const 0xffffff)))
          (i64.shl (i64.extend_i32_u (local.get $distance)) (i64.extend_i32_u (i32.shr_u (local.get $code) (i32.const 24)))))
        (i32.add (i32.shr_u (local.get $code) (i32.const 24)) (local.get $extra)))
      (br_if $step (local.tee $length (i32.sub (local.get $length) (local.get $now))))))

  ;; Writes the rows of the list to $to, deflated, and behind that their checksum and length, as gzip ends (RFC 1952); $bracket is the
  ;; place of the piece that ends the list. Returns where it ends; 0 if a piece is not cut yet. The first row is written out. Any other
  ;; is the one before it, but for values that are others: what is the same stands $back before. A long value that was written a little
  ;; before, a name for one, is a match as well: places are counted over all lists, of which this one begins at $here, and the next has to
  ;; begin a window behind this one.
  (func (export "gzip") (param $list i32) (param $count i32) (param $cuts i32) (param $bracket i32) (param $here i32) (param $to i32) (result i32)
    (local $first i32) (local $end i32) (local $piece i32) (local $before i32) (local $size i32) (local $values i32) (local $valuesEnd i32)
    (local $others i32) (local $value i32) (local $back i32) (local $run i32) (local $sum i32) (local $far i32)
    (local.set $first (i32.add (local.get $list) (i32.const 12)))
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    ;; Whether all are cut is a loop of its own: the processor waits for many of these places at a time, and then has them at hand.
    (local.set $piece (local.get $list))
    (loop $next
      (if (i32.eqz (i32.load offset=4 (i32.add (i32.shl (i32.load (local.get $piece)) (i32.const 2)) (local.get $cuts))))
        (then (return (i32.const 0))))
      (local.set $piece (i32.add (local.get $piece) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $piece) (local.get $end))))
    (global.set $at (local.get $to))
    (global.set $bits (i64.const 0))
    (global.set $held (i32.const 0))
    ;; What begins the only block, and the list: where the first row has its comma there is a bracket, which is 0x77 from it.
    (call $copy (i32.const 1184) (i32.load (i32.const 1172)))
    (local.set $sum (i32.const 0x77))
    (local.set $run (i32.const 1))
    (loop $next
      (local.set $piece (i32.load (local.get $list)))
      (local.set $values (i32.add (i32.shl (local.get $piece) (i32.const 2)) (local.get $cuts)))
      (local.set $sum (call $after (local.get $sum) (local.get $values)))
      (local.set $size (i32.load offset=4 (local.get $piece)))
      (call $literals
        (i32.add (i32.load (local.get $piece)) (local.get $run))
        (i32.sub (local.get $size) (local.get $run)))
      (local.set $back (i32.add (local.get $back) (local.get $size)))
      (local.set $here (i32.add (local.get $here) (local.get $size)))
      (local.set $run (i32.const 0))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $list) (local.get $first))))
    (if (i32.lt_u (local.get $list) (local.get $end))
      (then
        ;; The comma before the second row stands nowhere yet.
        (call $literals (i32.load (i32.load (local.get $list))) (i32.const 1))
        (local.set $run (i32.const -1))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (local.set $piece (i32.load (local.get $list)))
        (local.set $before (i32.load (i32.sub (local.get $list) (i32.const 12))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $values (i32.add (i32.shl (local.get $piece) (i32.const 2)) (local.get $cuts)))
        (local.set $sum (call $after (local.get $sum) (local.get $values)))
        (if (i32.eq (local.get $piece) (local.get $before))
          (then
            (local.set $size (i32.load offset=4 (local.get $piece)))
            (local.set $run (i32.add (local.get $run) (local.get $size)))
            (local.set $here (i32.add (local.get $here) (local.get $size)))
            (br $next)))
        (local.set $others (i32.add (i32.shl (local.get $before) (i32.const 2)) (local.get $cuts)))
        (local.set $size (i32.load offset=8 (local.get $values)))
        (local.set $run (i32.add (local.get $run) (local.get $size)))
        (local.set $here (i32.add (local.get $here) (local.get $size)))
        (local.set $valuesEnd (i32.add (local.get $values) (i32.load offset=12 (local.get $values))))
        (loop $each
          (local.set $value (i32.load offset=16 (local.get $values)))
          (local.set $size (i32.load offset=20 (local.get $values)))
          (if (i32.eq (local.get $value) (i32.load offset=16 (local.get $others)))
            (then (local.set $run (i32.add (local.get $run) (i32.add (local.get $size) (i32.load offset=24 (local.get $values))))))
            (else
              (call $match (local.get $back) (local.get $run))
              (block $written
                ;; More than 30 bits are more than two bytes, and about what a match takes.
                (if (i32.gt_u (i32.load offset=4 (local.get $value)) (i32.const 30))
                  (then
                    (local.set $far (i32.sub (local.get $here) (i32.load (local.get $value))))
                    (i32.store (local.get $value) (local.get $here))
                    (if (i32.le_u (local.get $far) (i32.const 32768))
                      (then
                        (call $match (local.get $far) (local.get $size))
                        (br $written)))))
                (call $copy (i32.add (local.get $value) (i32.const 8)) (i32.load offset=4 (local.get $value))))
              (local.set $back
                (i32.add (local.get $back) (i32.sub (local.get $size) (i32.load offset=20 (local.get $others)))))
              (local.set $run (i32.load offset=24 (local.get $values)))))
          (local.set $here (i32.add (local.get $here) (i32.add (local.get $size) (i32.load offset=24 (local.get $values)))))
          (local.set $values (i32.add (local.get $values) (i32.const 12)))
          (local.set $others (i32.add (local.get $others) (i32.const 12)))
          (br_if $each (i32.lt_u (local.get $values) (local.get $valuesEnd))))
        (br $next)))
    ;; Two bytes are no match.
    (if (i32.lt_u (local.get $run) (i32.const 3))
      (then
        (local.set $piece (i32.load (i32.sub (local.get $end) (i32.const 4))))
        (call $literals
          (i32.sub (i32.add (i32.load (local.get $piece)) (i32.load offset=4 (local.get $piece))) (local.get $run))
          (local.get $run)))
      (else (call $match (local.get $back) (local.get $run))))
    (call $copy (i32.const 1440) (i32.load (i32.const 1176)))
    (local.set $to (i32.add (global.get $at) (i32.ne (global.get $held) (i32.const 0))))
    (i32.store (local.get $to)
      (call $after (local.get $sum) (i32.add (i32.shl (local.get $bracket) (i32.const 2)) (local.get $cuts))))
    (i32.store offset=4 (local.get $to) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
    (i32.add (local.get $to) (i32.const 8))))
