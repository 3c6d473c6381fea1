;; What makes the gzip form of rows (join-rows-program.ts), in the memory that join-rows.wat works in. All places are bytes of it.
;; At its beginning stand the codes (rows-program.ts): of lengths at 16, of distances at 1052; how many bits begin a list, end it,
;; and are a comma at 1172, 1176 and 1180; those that begin it at 1184, and those that end it at 1440.
;;
;; $list holds places of pieces in the table, $count of them. What is known of a piece here stands $cuts behind what the table has
;; of it: where it stood last, where its atoms are listed, its checksum, and where it says what becomes of another checksum that as
;; many bytes follow. Atoms are listed behind how many they are; of one it is known where it stood last, how many bytes it has, where
;; its literals are, and how many bits those have.
(module
  (import "rows" "memory" (memory 1))

  ;; The checksum (CRC-32) of the pieces, from that of what stands before them. What becomes of one is the sum of what becomes of
  ;; the halves of its bytes, for each of which there are 16 numbers.
  (func (export "check") (param $list i32) (param $count i32) (param $cuts i32) (param $sum i32) (result i32)
    (local $end i32) (local $cut i32) (local $shift i32)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (local.set $cut (i32.add (i32.load (local.get $list)) (local.get $cuts)))
        (local.set $shift (i32.load offset=12 (local.get $cut)))
        (local.set $sum
          (i32.xor (i32.load offset=8 (local.get $cut))
            (i32.xor
              (i32.xor
                (i32.xor
                  (i32.load offset=0 (i32.add (local.get $shift) (i32.shl (i32.and (local.get $sum) (i32.const 15)) (i32.const 2))))
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
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $next)))
    (local.get $sum))

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

  ;; Adds $count bits that stand in memory, from one of the first sixteen on.
  (func $copy (param $from i32) (param $skip i32) (param $count i32)
    (local $now i32)
    (loop $step
      (local.set $now (select (local.get $count) (i32.const 48) (i32.lt_u (local.get $count) (i32.const 48))))
      (call $add
        (i64.and (i64.shr_u (i64.load (local.get $from)) (i64.extend_i32_u (local.get $skip)))
          (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $now))) (i64.const 1)))
        (local.get $now))
      (local.set $from (i32.add (local.get $from) (i32.const 6)))
      (br_if $step (local.tee $count (i32.sub (local.get $count) (local.get $now))))))

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

  ;; Deflates the list of the pieces to $to, and returns where it ends; 0 if one of them is not cut yet. Where things stood is
  ;; counted over all lists, of which this one begins at $here. It leaves places behind whatever it returns: the next has to begin
  ;; a window behind this one.
  (func (export "deflate") (param $list i32) (param $count i32) (param $cuts i32) (param $here i32) (param $to i32) (result i32)
    (local $end i32) (local $cut i32) (local $size i32) (local $atoms i32) (local $atomsEnd i32) (local $atom i32)
    (local $back i32) (local $run i32) (local $length i32) (local $begun i32)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (global.set $at (local.get $to))
    (global.set $bits (i64.const 0))
    (global.set $held (i32.const 0))
    ;; What begins the only block, and the list: where the first row has its comma there is a bracket.
    (call $copy (i32.const 1184) (i32.const 0) (i32.load (i32.const 1172)))
    (loop $next
      (local.set $cut (i32.add (i32.load (local.get $list)) (local.get $cuts)))
      (local.set $size (i32.load offset=4 (i32.load (local.get $list))))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (local.set $atoms (i32.load offset=4 (local.get $cut)))
      (if (i32.eqz (local.get $atoms)) (then (return (i32.const 0))))
      (local.set $atomsEnd (i32.add (local.get $atoms) (i32.shl (i32.load (local.get $atoms)) (i32.const 2))))
      (block $done
        (if (local.get $begun)
          (then
            (local.set $back (i32.sub (local.get $here) (i32.load (local.get $cut))))
            (i32.store (local.get $cut) (local.get $here))
            ;; What goes on where a match ends makes that one longer.
            (if (i32.ne (local.get $back) (local.get $run))
              (then
                (br_if $done
                  (i32.or (i32.gt_u (local.get $back) (i32.const 32768)) (i32.lt_u (local.get $size) (i32.const 3))))
                (call $match (local.get $run) (local.get $length))
                (local.set $run (local.get $back))
                (local.set $length (i32.const 0))))
            (local.set $length (i32.add (local.get $length) (local.get $size)))
            (local.set $here (i32.add (local.get $here) (local.get $size)))
            (local.set $atoms (local.get $atomsEnd)))))
      (block $last
        (loop $each
          (br_if $last (i32.ge_u (local.get $atoms) (local.get $atomsEnd)))
          (local.set $atoms (i32.add (local.get $atoms) (i32.const 4)))
          (local.set $atom (i32.load (local.get $atoms)))
          (local.set $size (i32.load offset=4 (local.get $atom)))
          (if (i32.eqz (local.get $begun))
            (then
              ;; The first piece has the bracket for its comma: what begins with it is no place to look back to.
              (local.set $begun (i32.const 1))
              (call $copy
                (i32.load offset=8 (local.get $atom))
                (i32.load (i32.const 1180))
                (i32.sub (i32.load offset=12 (local.get $atom)) (i32.load (i32.const 1180)))))
            (else
              (local.set $back (i32.sub (local.get $here) (i32.load (local.get $atom))))
              (i32.store (local.get $atom) (local.get $here))
              (if (i32.eq (local.get $back) (local.get $run))
                (then (local.set $length (i32.add (local.get $length) (local.get $size))))
                (else
                  (call $match (local.get $run) (local.get $length))
                  (if (i32.and (i32.le_u (local.get $back) (i32.const 32768)) (i32.gt_u (local.get $size) (i32.const 2)))
                    (then
                      (local.set $run (local.get $back))
                      (local.set $length (local.get $size)))
                    (else
                      (local.set $run (i32.const 0))
                      (local.set $length (i32.const 0))
                      (call $copy (i32.load offset=8 (local.get $atom)) (i32.const 0) (i32.load offset=12 (local.get $atom)))))))))
          (local.set $here (i32.add (local.get $here) (local.get $size)))
          (br $each)))
      (br_if $next (i32.lt_u (local.get $list) (local.get $end))))
    (call $match (local.get $run) (local.get $length))
    (call $copy (i32.const 1440) (i32.const 0) (i32.load (i32.const 1176)))
    (i32.add (global.get $at) (i32.ne (global.get $held) (i32.const 0)))))
